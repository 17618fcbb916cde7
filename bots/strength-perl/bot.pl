# Plays every variant by one simple figure for its hand, 0 to 1000.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use List::Util qw(max min uniq);
use Arena;

my %kuhn = (J => 0, Q => 500, K => 1000);
use constant {
    UNKNOWN => 400,    # a game without cards that are known here
    STRONG  => 800,
    FAIR    => 450,
    CROWD   => 60,     # what each opponent beyond the first takes off
};

sub rank { index '23456789TJQKA', substr shift, 0, 1 }
sub suit { substr shift, 1, 1 }
sub by_rank { sort { rank($a) <=> rank($b) || suit($a) cmp suit($b) } @_ }    # c d h s is the order of letters

# The worth of up to five cards: what they make, and of what rank.
sub strength {
    my @cards = @_;
    return $kuhn{$cards[0]} // UNKNOWN if @cards == 1;
    return UNKNOWN if @cards < 2 || @cards > 5;
    my %count;
    $count{rank($_)}++ for @cards;
    my @groups = sort { $count{$b} <=> $count{$a} || $b <=> $a } keys %count;
    my ($most, $second) = ($count{$groups[0]}, @groups > 1 ? $count{$groups[1]} : 0);
    return 990 if $most == 4;
    return $second == 2 ? 980 : 930 if $most == 3;
    return $second == 2 ? 880 : 500 + 25 * $groups[0] if $most == 2;
    my $flush = uniq(map { suit($_) } @cards) == 1;
    my $straight = max(@groups) - min(@groups) == 4;
    return $flush && $straight ? 985 : 970 if @cards == 5 && ($flush || $straight);
    return 35 * $groups[0];
}

# Bets all with a strong hand, stays in with a fair one, else pays only what is cheap.
sub bet {
    my ($legal, $worth, $pot) = @_;
    my ($call, $raise) = @{$legal}{qw(call raise_to)};
    return {kind => 'raise', to => $raise->[1]} if $worth >= STRONG && $raise;
    return {kind => 'call'} if $worth >= FAIR && defined $call;
    return {kind => 'raise', to => $raise->[0]} if $worth >= FAIR && $raise;
    return {kind => 'check'} if $legal->{check};
    return {kind => 'call'} if defined $call && 4 * $call <= $pot;
    return {kind => 'fold'} if $legal->{fold};
    return defined $call ? {kind => 'call'} : {kind => 'raise', to => $raise->[0]};
}

# What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest.
sub unwanted {
    my @cards = @_;
    my %count;
    $count{rank($_)}++ for @cards;
    my @single = grep { $count{rank($_)} == 1 } @cards;
    return @single if @single < 5;
    return strength(@cards) >= 970 ? () : (by_rank(@cards))[0 .. 2];
}

# Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest.
sub packets {
    my @cards = by_rank(@_);
    my @cut = sort { strength(@$a) <=> strength(@$b) } map { [splice @cards, 0, 5] } 1 .. 5;
    return @cut[1 .. 4, 0];
}

sub decide {
    my $act = shift;
    my ($legal, $view) = @{$act}{qw(legal view)};
    my @cards = @{$view->{cards} // []};
    if ($legal->{discard}) {
        my @given = unwanted(@cards);
        return {kind => 'discard', cards => [@given[0 .. min(scalar @given, $legal->{discard}[1]) - 1]]};
    }
    return {kind => 'arrange', packets => [packets(@cards)]} if $legal->{arrange};
    # Stud shows the hole card, everybody's upcards, and in a large game common cards.
    push @cards, $view->{hole}, @{$view->{up}[$act->{seat}]} if exists $view->{hole};
    push @cards, @{$view->{common} // []};
    my $others = grep({$_} @{$view->{active} // []}) - 1;
    return bet($legal, strength(@cards) - CROWD * max(0, $others - 1), $view->{pot} // 0);
}

Arena::run('strength-perl', \&decide);
